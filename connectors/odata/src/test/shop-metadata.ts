/** Metadata of a small shop: keys of one and two properties, complex and enumerated values, inheritance, relations. */
export const shopMetadata = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="Example.Shop" Alias="Self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
      <EnumType Name="State"><Member Name="Open" Value="0"/><Member Name="Sent" Value="1"/></EnumType>
      <EnumType Name="Marks" IsFlags="true"><Member Name="A" Value="1"/><Member Name="B" Value="2"/></EnumType>
      <TypeDefinition Name="Money" UnderlyingType="Edm.Decimal"/>
      <ComplexType Name="Address">
        <Property Name="Street" Type="Edm.String"/>
        <Property Name="Country" Type="Self.Country"/>
      </ComplexType>
      <ComplexType Name="Country"><Property Name="Code" Type="Edm.String"/></ComplexType>
      <EntityType Name="Thing" Abstract="true">
        <Key><PropertyRef Name="Id"/></Key>
        <Property Name="Id" Type="Edm.Int32" Nullable="false"/>
      </EntityType>
      <EntityType Name="Customer" BaseType="Self.Thing" OpenType="true">
        <Property Name="Name" Type="Edm.String">
          <Annotation Term="Org.OData.Core.V1.Description" String="Full name"/>
        </Property>
      </EntityType>
      <EntityType Name="Order" BaseType="Self.Thing">
        <Property Name="Total" Type="Self.Money"/>
        <Property Name="Big" Type="Edm.Int64"/>
        <Property Name="State" Type="Self.State"/>
        <Property Name="Marks" Type="Self.Marks"/>
        <Property Name="Placed" Type="Edm.DateTimeOffset"/>
        <Property Name="Day" Type="Edm.Date"/>
        <Property Name="Paid" Type="Edm.Boolean"/>
        <Property Name="Tags" Type="Collection(Edm.String)"/>
        <Property Name="Address" Type="Self.Address"/>
        <Property Name="Picture" Type="Edm.Stream"/>
        <NavigationProperty Name="Customer" Type="Self.Customer"/>
        <NavigationProperty Name="Items" Type="Collection(Example.Shop.Item)" ContainsTarget="true"/>
      </EntityType>
      <EntityType Name="Item">
        <Key><PropertyRef Name="OrderId"/><PropertyRef Name="Place"/></Key>
        <Property Name="OrderId" Type="Edm.Int32" Nullable="false"/>
        <Property Name="Place" Type="Edm.String" Nullable="false"/>
        <Property Name="Secret" Type="Edm.String"/>
      </EntityType>
      <EntityContainer Name="Container">
        <EntitySet Name="Customers" EntityType="Self.Customer"/>
        <EntitySet Name="OrderList" EntityType="Example.Shop.Order">
          <Annotation Term="Org.OData.Core.V1.Description" String="All orders"/>
        </EntitySet>
        <EntitySet Name="Items" EntityType="Self.Item"/>
        <Singleton Name="Me" Type="Self.Customer"/>
      </EntityContainer>
      <Annotations Target="Self.Container/Items">
        <Annotation Term="Org.OData.Capabilities.V1.FilterRestrictions">
          <Record>
            <PropertyValue Property="NonFilterableProperties">
              <Collection><PropertyPath>Secret</PropertyPath></Collection>
            </PropertyValue>
          </Record>
        </Annotation>
      </Annotations>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;
